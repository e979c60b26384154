// Compares an answer with what a provider stream case allows, and says what differs.
import type { ModelAnswer } from '@slipstream/agent';
import { expect } from 'vitest';
import type { Expected, ExpectedCall, ProviderCase } from './cases.ts';

/** Fails with the difference to the first of the right results when none of them fits. */
export function expectCase(answer: ModelAnswer, { expected }: ProviderCase): void {
  const others = expected.slice(1).some((each) => fits(answer, each));
  const [first] = expected;
  if (!others && first) expectResult(answer, first);
}

function fits(answer: ModelAnswer, expected: Expected): boolean {
  try {
    expectResult(answer, expected);
    return true;
  } catch {
    return false;
  }
}

function expectResult(answer: ModelAnswer, expected: Expected): void {
  const shape = (text: string) => (expected.trim ? text.trim() : text);
  expect({
    text: shape(answer.text),
    reasoning: shape(answer.reasoning),
    finish: answer.finish,
  }).toEqual({ text: shape(expected.text), reasoning: shape(expected.reasoning), finish: expected.finish });
  expectCalls(answer, expected.toolCalls);
  if (expected.usage === null) expect(answer.usage).toBeNull();
  else expect(answer.usage).toMatchObject(expected.usage);
  expectFailure(answer, expected);
}

function expectCalls({ calls }: ModelAnswer, expected: readonly ExpectedCall[]): void {
  const seen = calls.map((call, index) => {
    const { id, argumentsText, argumentsInvalid } = expected[index] ?? {};
    return {
      id: id === null ? null : call.id,
      name: call.name,
      arguments: argumentsInvalid ? call.argsText : call.args,
      ...(call.args === null ? { argumentsInvalid: true } : {}),
      ...(argumentsText === undefined ? {} : { argumentsText: call.argsText }),
      ...(call.extraContent === undefined ? {} : { extraContent: call.extraContent }),
    };
  });
  expect(seen).toEqual(expected);
}

function expectFailure({ failure }: ModelAnswer, { error }: Expected): void {
  if (error === null) {
    expect(failure).toBeNull();
    return;
  }
  const { messageIncludes = '', ...exact } = error;
  expect(failure).toMatchObject(exact);
  expect(failure?.message).toContain(messageIncludes);
}
