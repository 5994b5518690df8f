/** One entry of the documented `errors` array. */
export interface Issue {
  status: number
  code: number
  title: string
  detail?: string
  source?: { parameter?: string; pointer?: string; example?: string }
}

/** The checked value, or the issues of the request. */
export type Checked<T> = { ok: true; value: T } | { ok: false; issues: readonly Issue[] }

export const gatewayIssues = {
  invalidToken: {
    status: 401,
    code: 38190,
    title: 'Invalid access token',
    detail: 'The access token provided in the Authorization header is invalid',
  },
  invalidHeader: {
    status: 401,
    code: 38191,
    title: 'Invalid HTTP header',
    detail: 'Missing or invalid format for mandatory Authorization header',
  },
  expiredToken: { status: 401, code: 38192, title: 'Access token expired', detail: 'The access token is expired' },
  notFound: {
    status: 404,
    code: 38196,
    title: 'Resource not found',
    detail: "The targeted resource doesn't exist",
  },
  tooManyRequests: {
    status: 429,
    code: 38194,
    title: 'Too many requests',
    detail: 'The network rate limit is exceeded, please try again later',
  },
  internal: {
    status: 500,
    code: 38189,
    title: 'Internal error',
    detail: 'An internal error occured, please contact your administrator',
  },
  unknownLocation: {
    status: 500,
    code: 141,
    title: 'SYSTEM ERROR HAS OCCURRED',
    detail: 'ORIGIN AND DESTINATION NOT SUPPORTED',
  },
} as const satisfies Record<string, Issue>

const titles = {
  61: 'INVALID CURRENCY CODE',
  377: 'MAX STAY DURATION IS EXCEEDED',
  381: 'INVALID CHECK-IN DATE',
  382: 'INVALID CHECK-OUT DATE',
  392: 'INVALID HOTEL CODE',
  397: 'INVALID NUMBER OF ADULTS',
  400: 'INVALID PROPERTY CODE',
  404: 'CHECK_OUT DATE MUST BE FURTHER IN THE FUTURE THAN CHECK-IN DATE',
  424: 'NO HOTELS FOUND WHICH MATCH THIS INPUT',
  425: 'INVALID DATE',
  431: 'CHECK-OUT DATE IS TOO FAR IN THE FUTURE',
  477: 'INVALID FORMAT',
  895: 'NOTHING FOUND FOR REQUESTED CITY',
  1157: 'INVALID CITY CODE',
  1257: 'INVALID PROPERTY CODE',
  2668: 'PARAMETER COMBINATION INVALID/RESTRICTED',
  3664: 'NO ROOMS AVAILABLE AT REQUESTED PROPERTY',
  4926: 'INVALID DATA RECEIVED',
  10661: 'MAXIMUM NUMBER OF OCCURRENCES EXCEEDED',
  32171: 'MANDATORY DATA MISSING',
} as const
export type IssueCode = keyof typeof titles

/**
 * A documented error for a request, for the named query parameters, or for the field of the request's body at a JSON
 * pointer.
 */
export function badRequest(code: IssueCode, where?: string, detail?: string, example?: string): Issue {
  const source = where?.startsWith('/') ? { pointer: where } : { ...(where !== undefined && { parameter: where }) }
  return {
    status: 400,
    code,
    title: titles[code],
    ...(detail !== undefined && { detail }),
    ...(where !== undefined && { source: { ...source, ...(example !== undefined && { example }) } }),
  }
}

/** An unknown or expired resource. */
export function notFoundIssue(parameter: string): Issue {
  const detail = 'no response found for this query parameter'
  return { status: 404, code: 1797, title: 'NOT FOUND', detail, source: { parameter } }
}
