import './fresh-sign-in-dialog.css'
import { signIn } from 'next-auth/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { settleProof } from '#lib/console/client/fresh-sign-in.ts'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { ProofWays } from '#lib/console/model/console-people.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConsoleForm } from './console-form.tsx'
import { QueryState } from './query-state.tsx'

/** The dialog that asks for the password, or for another sign-in at the provider. Escape cancels the operation. */
export function FreshSignInDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const ways = useConsoleQuery(ProofWays, '/fresh-sign-in')
  // Closes before the element is removed: only then does the browser return the focus to the pressed button.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="console-dialog"
      aria-labelledby="fresh-sign-in"
      onCancel={(event) => {
        event.preventDefault()
        settleProof(false)
      }}
    >
      <h2 id="fresh-sign-in">Confirm that it is you</h2>
      <p className="quiet">
        This needs a fresh sign-in, so that nobody does it in a browser that you left open. It counts once.
      </p>
      <QueryState query={ways} name="Your ways to sign in">
        {({ has_password, provider }) =>
          has_password ? (
            <PasswordForm />
          ) : provider === null ? (
            <>
              <Notice tone="warn">
                Your account has no password, and this app has no provider to sign in at. Another operator can do this.
              </Notice>
              <Cancel />
            </>
          ) : (
            <ProviderForm provider={provider} />
          )
        }
      </QueryState>
      {/* A failure or a slow answer must not hold the operator in the dialog. */}
      {ways.data === undefined && <Cancel />}
    </dialog>
  )
}

const Cancel = () => (
  <div className="action-row">
    <Button onClick={() => settleProof(false)}>Cancel</Button>
  </div>
)

function PasswordForm() {
  const prove = useConsoleChange(Done, (_: { current: string }) => '/fresh-sign-in')
  const [current, setCurrent] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const wrong = prove.error?.details.current
  const submit = () =>
    prove.mutate({ current }, { onSuccess: () => settleProof(true), onError: () => field.current?.select() })
  return (
    <ConsoleForm
      onSubmit={submit}
      submit={['Confirm', 'Checking …']}
      isBusy={prove.isPending}
      onCancel={() => settleProof(false)}
    >
      <TextField
        ref={field}
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
        error={wrong && (wrong === 'enterPassword' ? 'Enter your password.' : 'This is not your password.')}
      />
      {prove.error && !wrong && (
        <Notice tone="stop" role="alert">
          {prove.error.message}
        </Notice>
      )}
    </ConsoleForm>
  )
}

/** The provider is asked not to rely on an earlier sign-in of this browser, and to say when the person signed in. */
function ProviderForm({ provider }: { provider: string }) {
  const [isFailed, setFailed] = useState(false)
  return (
    <>
      <p>Sign in at {provider} again. You come back to this page, and then repeat the operation within five minutes.</p>
      {isFailed && (
        <Notice tone="stop" role="alert">
          The page of {provider} could not be opened. Try again.
        </Notice>
      )}
      <div className="action-row">
        <Button
          variant="accent"
          onClick={() => {
            const callbackUrl = window.location.pathname + window.location.search
            signIn('oidc', { callbackUrl }, { prompt: 'login', max_age: '0' }).catch(() => setFailed(true))
          }}
        >
          Continue with {provider}
        </Button>
        <Button onClick={() => settleProof(false)}>Cancel</Button>
      </div>
    </>
  )
}
