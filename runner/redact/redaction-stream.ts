import type { Found, Matcher } from './matcher.ts'

export type RedactionStream = {
  /** Takes the next piece of the text, gives back what is decided of it. */
  push(chunk: string): string
  /** The rest. Nothing may be pushed afterwards. */
  end(): string
}

/** What a rule looks at before a match. */
const context = 16

/** A secret that goes on: how long it is so far, and its last characters. */
type Open = { readonly found: Found; readonly more: RegExp; secret: string }

/**
 * Redacts a text that comes in pieces. Where the pieces end changes nothing: a place is decided when all that can decide it is
 * there. At most twice the matcher's reach is held back, however long a secret is.
 */
export function createStream(matcher: Matcher): RedactionStream {
  const holdBack = matcher.reach
  let text = ''
  /** Up to here the text was given back; a little of it stays, for rules that look at what comes before. */
  let at = 0
  let open: Open | undefined

  /** Takes the pieces of an open secret that begin before `limit`. True when it is over. */
  function takeMore(secret: Open, limit: number, isEnd: boolean): boolean {
    while (at < limit) {
      secret.more.lastIndex = at
      const [piece] = secret.more.exec(text) ?? []
      if (piece === undefined) {
        const close = secret.found.close
        if (close !== undefined) {
          close.lastIndex = at
          at += close.exec(text)?.[0].length ?? 0
        }
        return true
      }
      // Its length and its end are all that the mask needs.
      secret.secret = secret.secret.slice(-64) + piece
      at += piece.length
    }
    return isEnd
  }

  function advance(isEnd: boolean): string {
    const limit = isEnd ? text.length : text.length - holdBack
    const shown: string[] = []
    while (at < limit || (isEnd && open !== undefined)) {
      if (open !== undefined) {
        if (!takeMore(open, limit, isEnd)) break
        shown.push(open.found.maskOf(open.secret))
        open = undefined
        continue
      }
      const found = matcher.find(text, at)
      if (found === undefined || found.at >= limit) {
        shown.push(text.slice(at, limit))
        at = limit
        break
      }
      shown.push(text.slice(at, found.start))
      const secret = text.slice(found.start, found.end)
      at = found.end
      if (found.more === undefined) shown.push(found.maskOf(secret))
      else open = { found, more: found.more, secret }
    }
    const past = Math.max(0, at - context)
    text = text.slice(past)
    at -= past
    return shown.join('')
  }

  return {
    push(chunk) {
      text += chunk
      // In large steps: each looks at what is held back once more.
      return text.length - at < 2 * holdBack ? '' : advance(false)
    },
    end: () => advance(true),
  }
}

/** The whole text at once; the same text when there is nothing in it. */
export function redactAll(matcher: Matcher, text: string): string {
  if (!matcher.mayFind(text) || matcher.find(text, 0) === undefined) return text
  const stream = createStream(matcher)
  return stream.push(text) + stream.end()
}

/** One stream behind the other. */
export function chain(streams: readonly RedactionStream[]): RedactionStream {
  return {
    push: (chunk) => streams.reduce((text, stream) => stream.push(text), chunk),
    end: () => streams.reduce((text, stream) => stream.push(text) + stream.end(), ''),
  }
}
