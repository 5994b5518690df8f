import { InlineScript } from '../inline-script.tsx'

/**
 * Serves the search form until the app's scripts are loaded. A press on Search is noted and shown as being worked on: the
 * browser would otherwise load the page again, with an empty form; the form submits itself once it is ready. A place
 * that the form has is selected when the focus reaches it, so that typing replaces it.
 */
export const EarlyInput = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

const script = `addEventListener('submit', (event) => {
  const form = event.target
  const button = form.querySelector('.search-go')
  if (!button || 'ready' in form.dataset) return
  event.preventDefault()
  button.setAttribute('aria-busy', 'true')
}, true)
addEventListener('focusin', ({ target }) => {
  if (target.matches('.place .is-chosen') && !('ready' in target.form.dataset)) target.select()
})`
