import { getRequestConfig } from 'next-intl/server'
import { allMessages } from './messages-of.ts'
import { readingOf } from './reading.ts'

/** The configuration of next-intl's server functions. The locale has the reader's region, so that numbers follow it. */
export default getRequestConfig(async () => {
  const { language, locale } = await readingOf()
  return { locale, messages: allMessages(language), timeZone: 'UTC' }
})
