import type { Issue } from '../errors.ts'

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
  431: 'CHECK-OUT DATE IS TOO FAR IN THE FUTURE',
  477: 'INVALID FORMAT',
  895: 'NOTHING FOUND FOR REQUESTED CITY',
  1157: 'INVALID CITY CODE',
  1257: 'INVALID PROPERTY CODE',
  3664: 'NO ROOMS AVAILABLE AT REQUESTED PROPERTY',
  10661: 'MAXIMUM NUMBER OF OCCURRENCES EXCEEDED',
  32171: 'MANDATORY DATA MISSING',
} as const
export type HotelIssueCode = keyof typeof titles

/** A documented complaint about a hotel request. */
export function hotelIssue(code: HotelIssueCode, parameter?: string, detail?: string, example?: string): Issue {
  return {
    status: 400,
    code,
    title: titles[code],
    ...(detail === undefined ? {} : { detail }),
    ...(parameter === undefined ? {} : { source: { parameter, ...(example === undefined ? {} : { example }) } }),
  }
}

/** What nobody knows, or does not any more. */
export function notFoundIssue(parameter: string): Issue {
  return {
    status: 404,
    code: 1797,
    title: 'NOT FOUND',
    detail: 'no response found for this query parameter',
    source: { parameter },
  }
}
