import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { render } from 'ink'
import { createElement } from 'react'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { BrowseView } from '../browse-view.ts'

export const offerOf = (name: string, more: Partial<Offered> = {}): Offered => ({
  name,
  description: `Does ${name}.`,
  version: '1.0.0',
  source: `./${name}`,
  digest: undefined,
  publisher: undefined,
  dependencies: {},
  conflicts: [],
  author: undefined,
  categories: [],
  installs: undefined,
  rating: undefined,
  ...more,
})

type ViewOptions = {
  readonly preview?: (offer: Offered) => Promise<string>
  readonly forReader?: boolean
}

/** Draws the view for a terminal of 80 columns and 24 rows, without one. */
export function openView(
  offered: readonly Offered[],
  { preview = async () => '', forReader = false }: ViewOptions = {},
) {
  const frames = new EventEmitter()
  let last = ''
  const stdout = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        last = String(chunk)
        done()
        frames.emit('frame')
      },
    }),
    { columns: 80, rows: 24, isTTY: true },
  )
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} })
  const chosen: Offered[] = []
  const size = () => ({ rows: 24, columns: 80 })
  const view = createElement(BrowseView, {
    offered,
    preview,
    choose: (offer: Offered) => void chosen.push(offer),
    size,
  })
  const drawn = render(view, {
    stdout,
    stdin,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: true,
    isScreenReaderEnabled: forReader,
  })
  const until = async (found: (frame: string) => boolean): Promise<string> => {
    while (!found(last)) await EventEmitter.once(frames, 'frame')
    return last
  }
  return {
    chosen,
    frame: () => last,
    until,
    /** Types keys, and waits for a frame with the text. */
    async type(keys: string, text: string): Promise<string> {
      stdin.write(keys)
      return until((frame) => frame.includes(text))
    },
    /** Types keys that end the view. */
    async end(keys: string): Promise<void> {
      stdin.write(keys)
      await drawn.waitUntilExit()
    },
    [Symbol.dispose]: () => drawn.unmount(),
  }
}
