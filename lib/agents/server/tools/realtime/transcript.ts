import { lastOf } from '#runner/contract/call-facts.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'

/** What was said in a session, one line for each turn. A long transcript keeps only its end. */
export function createTranscript() {
  let said = ''
  return {
    add(who: 'Caller' | 'Agent', words: string): void {
      const line = withoutHidden(words).replaceAll(/\s+/g, ' ').trim()
      if (line !== '') said = lastOf(`${said}${who}: ${line}\n`)
    },
    text: (): string => said,
  }
}
