/** One entry of the documented `errors` array. */
export interface Issue {
  status: number
  code: number
  title: string
  detail?: string
  source?: { parameter?: string; pointer?: string; example?: string }
}

/** The documented body of a failed token request, which differs from all others. */
export interface TokenFailure {
  error: string
  error_description: string
  code: number
  title: string
}

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
  425: 'INVALID DATE',
  477: 'INVALID FORMAT',
  2668: 'PARAMETER COMBINATION INVALID/RESTRICTED',
  4926: 'INVALID DATA RECEIVED',
  10661: 'MAXIMUM NUMBER OF OCCURRENCES EXCEEDED',
  32171: 'MANDATORY DATA MISSING',
} as const

/** A documented complaint about a field of the request's body, named by its JSON pointer. */
export function badField(code: keyof typeof titles, pointer: string, detail: string, example?: string): Issue {
  return {
    status: 400,
    code,
    title: titles[code],
    detail,
    source: { pointer, ...(example === undefined ? {} : { example }) },
  }
}

/** A documented complaint about query parameters. */
export function badParameter(code: keyof typeof titles, parameter: string, detail: string, example?: string): Issue {
  return {
    status: 400,
    code,
    title: titles[code],
    detail,
    source: { parameter, ...(example === undefined ? {} : { example }) },
  }
}
