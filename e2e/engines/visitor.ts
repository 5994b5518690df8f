import { expect } from '../support/test.ts'
import type { Engine } from './engine.ts'

/** What to find: a selector, and words of the element's name. */
type Target = readonly [selector: string, words?: string]

/** Who looks at pages in an engine, types and presses there. */
export type Visitor = ReturnType<typeof createVisitor>

/**
 * In the page: the middle of the first hydrated element that is shown, rests, is not covered, and has these words in its
 * name. Notes in `wasHit` whether the next click is on it, because the page may move before.
 */
async function findPlace(selector: string, words = ''): Promise<{ x: number; y: number } | undefined> {
  const isMeant = (element: Element | null) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const names = [element?.ariaLabel, element?.textContent, ...labels.map(({ textContent }) => textContent)]
    return names.join(' ').includes(words)
  }
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
  const all = [...document.querySelectorAll(selector)]
  const element = all.find((one) => isMeant(one) && one.checkVisibility() && isHydrated(one))
  if (!element) return undefined
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  const { x, y } = middle()
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  const [now, covering] = [middle(), document.elementFromPoint(x, y)]
  if (now.x !== x || now.y !== y || !covering || !element.contains(covering)) return undefined
  const note = ({ target }: Event) => {
    Reflect.set(globalThis, 'wasHit', target instanceof Element && isMeant(target.closest(selector)))
  }
  Reflect.set(globalThis, 'wasHit', false)
  addEventListener('click', note, { once: true, capture: true })
  return now
}

export function createVisitor(engine: Engine, url: string) {
  const call = (source: (...args: never[]) => unknown, ...args: readonly unknown[]) =>
    engine.evaluate(`(${source})(...${JSON.stringify(args)})`)
  /** Pages may move or be replaced while they load, so this asks again. */
  const until = (what: string, holds: () => Promise<unknown>) =>
    expect(async () => expect(await holds(), what).toBeTruthy()).toPass({ timeout: 90_000 })
  const type = async (keys: string) => {
    const strokes = [...keys].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    await engine.perform([{ type: 'key', id: 'keyboard', actions: strokes }])
  }
  const press = (...target: Target) =>
    until(`a press on ${target.join(' ')}`, async () => {
      const place = await call(findPlace, ...target)
      if (!place) return false
      const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      const actions = [{ type: 'pointerMove', duration: 0, ...place }, down, up]
      await engine.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
      // A page that the press has opened knows nothing of it.
      return engine.evaluate('globalThis.wasHit !== false')
    })
  return {
    press,
    open: (path: string) => engine.open(new URL(path, url).href),
    /** Waits until an expression is true in the page. */
    sees: (expression: string) =>
      until(expression, () => engine.evaluate(`Promise.resolve(${expression}).then(Boolean)`)),
    /** Waits until the page shows this text. */
    reads: (words: string) =>
      until(`the page says "${words}"`, () =>
        engine.evaluate(`document.body.innerText.includes(${JSON.stringify(words)})`),
      ),
    async fill(label: string, words: string) {
      await press('input', label)
      await type(words)
    },
  }
}
