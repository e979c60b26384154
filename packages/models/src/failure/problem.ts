// What went wrong with an attempt, before it is worded for people. `failure-message.ts` makes the sentence.
import type { ModelErrorKind } from '@slipstream/protocol';

export type Problem = {
  kind: ModelErrorKind;
  retryable: boolean;
  retryAfterMs?: number | undefined;
  /** The provider's own words, or those of the network; may be empty. Not yet redacted. */
  words: string;
  /** Codes, types and names of parameters that the provider gave, in lower case. */
  codes: readonly string[];
  /** The HTTP status of the answer, where it was no success. */
  status?: number | undefined;
  /** Rate limits only: no waiting helps, the account is out of credit. */
  outOfCredit?: boolean | undefined;
};
