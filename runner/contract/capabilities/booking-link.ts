import * as z from 'zod'
import { isNoLink } from './check-link.ts'

/** The part of the link check that a pattern can express; `checkLink` does the rest. */
export const bookingLink = z.string().regex(/^https:\/\//, isNoLink)
