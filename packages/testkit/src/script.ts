// What a scripted model or server is told to answer: a list, played one answer per request, or a function.

/** One step, its text alone, or a run of steps; an async iterable can make them up as it goes. */
export type Answer<Step> = string | Step | Iterable<Step> | AsyncIterable<Step>;

export type Script<Request, Step> =
  | readonly Answer<Step>[]
  | ((request: Request) => Answer<Step> | Promise<Answer<Step>>);

/** Gives the next answer to a request, or undefined when the list has come to its end. */
export type ScriptReader<Request, Step> = (request: Request) => Promise<Answer<Step> | undefined>;

export function readScript<Request, Step>(script: Script<Request, Step>): ScriptReader<Request, Step> {
  if (typeof script === 'function') return async (request) => script(request);
  let next = 0;
  return async () => {
    const answer = script[next];
    next += 1;
    return answer;
  };
}

/** The steps of an answer; `toText` makes the step for a bare string. */
export function toSteps<Step extends { step: string }>(
  answer: Answer<Step>,
  toText: (text: string) => Step,
): Iterable<Step> | AsyncIterable<Step> {
  if (typeof answer === 'string') return [toText(answer)];
  return 'step' in answer ? [answer] : answer;
}
