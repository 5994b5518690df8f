/**
 * Copies a text that may still have to be read. Call it in the press itself: Safari lets a page copy only during the
 * press, unless it gets the text as a promise then. Rejects with the reading's own error, or with the browser's refusal.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  try {
    if (typeof ClipboardItem === 'undefined') return await navigator.clipboard.writeText(await text)
    const type = 'text/plain'
    const content = text.then((read) => new Blob([read], { type }))
    // A browser that refuses at once never reads it.
    content.catch(() => {})
    await navigator.clipboard.write([new ClipboardItem({ [type]: content })])
  } finally {
    await text
  }
}
