import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import {
  hindranceText,
  type NewTunnel,
  type TunnelFailure,
  TunnelProgram,
  type TunnelState,
  TunnelView,
} from '#lib/platform/model/tunnel-view.ts'
import { Notice } from '../../ui/notice.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, Facts, useDone } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'

const notes: Readonly<Record<TunnelState['state'], string>> = {
  off: 'Closed',
  starting: 'Opening …',
  on: 'Open',
  failed: 'Failed',
}

const pollMs = 10_000
/** While the program waits for its address. */
const startingMs = 1_000

/** The public address of an app that has none of its own, while the operator wants it. */
export function TunnelBox() {
  const query = useConsoleQuery(TunnelView, '/tunnel', {
    pollMs: (read) => (read?.now.state === 'starting' ? startingMs : pollMs),
  })
  return (
    <ConsoleBox title="Tunnel" note={query.data && notes[query.data.now.state]}>
      <QueryState query={query} name="The tunnel">
        {(tunnel) => <Loaded tunnel={tunnel} />}
      </QueryState>
    </ConsoleBox>
  )
}

function Loaded({ tunnel: { now, found, hindrance } }: { tunnel: TunnelView }) {
  const open = useConsoleChange(TunnelView, (_: NewTunnel) => '/tunnel')
  const close = useConsoleChange(TunnelView, '/tunnel', { method: 'DELETE' })
  const say = useDone()
  const isOpen = now.state === 'on' || now.state === 'starting'
  const programs = TunnelProgram.options.filter((name) => found.includes(name))
  return (
    <>
      {now.state === 'on' && <Address now={now} />}
      <div className="console-text">
        <p>
          A public address for this app, until you close it or the app ends. Visitors need the password of the tunnel.
        </p>
        <Problem now={now} />
        {hindrance !== null && <Notice>{hindranceText[hindrance]}</Notice>}
        {hindrance === null && programs.length === 0 && (
          <Notice>No program for tunnels is installed: install cloudflared or ngrok on the machine of the app.</Notice>
        )}
        {found.includes('bore') && (
          <p className="console-quiet">bore is installed, and not offered: its addresses have no https.</p>
        )}
        <Failure error={open.error}>The tunnel was not opened.</Failure>
        <Failure error={close.error}>The tunnel was not closed.</Failure>
        <div className="action-row">
          {isOpen ? (
            <ActionButton
              size="sm"
              isOff={close.isPending}
              onClick={() => close.mutate(undefined, { onSuccess: () => say('The tunnel is closed.') })}
            >
              Close the tunnel
            </ActionButton>
          ) : (
            hindrance === null &&
            programs.map((program) => (
              <ActionButton
                key={program}
                size="sm"
                isOff={open.isPending}
                onClick={() => open.mutate({ program }, { onSuccess: () => say('The tunnel opens.') })}
              >
                {now.state === 'failed' && now.program === program ? 'Open again' : 'Open'} with {program}
              </ActionButton>
            ))
          )}
        </div>
      </div>
    </>
  )
}

function Problem({ now }: { now: TunnelState }) {
  if (now.state === 'starting') return <p role="status">{now.program} is getting an address.</p>
  if (now.state !== 'failed') return null
  return (
    <Notice tone="stop" role="alert">
      {failures[now.why](now.program)} {now.said !== '' && <>It said: “{now.said}”</>}
    </Notice>
  )
}

const Address = ({ now: { url, password, program } }: { now: Extract<TunnelState, { state: 'on' }> }) => (
  <Facts
    facts={{
      Address: (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      ),
      Password: <span className="console-mono">{password}</span>,
      Program: program,
    }}
  />
)

const failures: Readonly<Record<TunnelFailure, (program: string) => string>> = {
  not_started: (program) => `${program} could not be started, so the tunnel is closed.`,
  no_address: (program) => `${program} got no address within a minute, so the tunnel is closed.`,
  ended: (program) => `${program} has ended by itself, so the tunnel is closed.`,
  left: (program) => `${program} could not be ended. Its tunnel leads nowhere: end it on the machine of the app.`,
}
