import { getRequestConfig } from 'next-intl/server'
import { allMessages } from './messages-of.ts'
import { readingOf } from './reading.ts'

/** What next-intl's server functions write with. The locale has the reader's region, so that numbers follow it. */
export default getRequestConfig(async () => {
  const { language, locale } = await readingOf()
  return { locale, messages: allMessages(language), timeZone: 'UTC' }
})
