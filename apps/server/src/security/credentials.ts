// The access token and what stands for it in a browser. Compares in constant time and never gives the token out: the
// cookie is a keyed hash of it, so that it ends with the token and cannot be turned back into it.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const authCookie = 'slipstream_auth';

export type Credentials = {
  /** False when the server has no token and lets everybody in that gets this far. */
  required: boolean;
  /** What the cookie of a signed-in browser holds. */
  cookieValue: string;
  isToken(candidate: string): boolean;
  /** Whether a request with these two headers' values is signed in. */
  admits(request: { authorization: string | undefined; cookie: string | undefined }): boolean;
};

export function createCredentials(token: string | undefined): Credentials {
  if (token === undefined)
    return { required: false, cookieValue: '', isToken: () => true, admits: () => true };
  const cookieValue = createHmac('sha256', token).update('slipstream cookie 1').digest('base64url');
  return {
    required: true,
    cookieValue,
    isToken: (candidate) => equal(candidate, token),
    admits({ authorization, cookie }) {
      const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (bearer !== undefined && equal(bearer, token)) return true;
      return cookie !== undefined && equal(cookie, cookieValue);
    },
  };
}

/** Hashing first makes both sides equally long, so that not even the length shows in the time it takes. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
