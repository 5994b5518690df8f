import type {} from 'next-intl'
import type { Messages } from '../../model/texts.ts'

declare module 'next-intl' {
  /** Types the keys of next-intl's functions: an unknown key is a type error. */
  interface AppConfig {
    Messages: Messages
  }
}
