import { protectEveryAnswer } from '#lib/http/content-security-policy.ts'
import { services } from '#lib/services.ts'

/** A start that cannot be ends the process with its sentence: an app without its services answers nothing. */
export async function start(): Promise<void> {
  protectEveryAnswer({ isDevelopment: process.env.NODE_ENV === 'development' })
  try {
    await services()
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}
