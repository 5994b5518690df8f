// Stops Zod from compiling its checks: the page's content security policy forbids that, and the browser reports the
// attempt. Sets the object that `z.config` writes to, because importing Zod here would add it to pages that do not use
// it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The first formatter of each kind loads its data, which takes longer than the rest of a first render. Loading each in
// a separate task keeps the page responsive. A collator loads the languages that all share, and little of its own: with a
// number format first, one task would take as long as both.
for (const load of [
  () => new Intl.Collator(),
  () => new Intl.NumberFormat(),
  () => new Intl.DateTimeFormat(),
  () => new Intl.NumberFormat(undefined, { style: 'currency', currency: 'EUR' }),
]) {
  setTimeout(load)
}
