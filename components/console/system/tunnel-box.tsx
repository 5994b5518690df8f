import { useCloseTunnel, useOpenTunnel, useTunnel } from '#lib/console/client/use-tunnel.ts'
import {
  hindranceText,
  type TunnelFailure,
  TunnelProgram,
  type TunnelState,
  type TunnelView,
} from '#lib/platform/model/tunnel-view.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { QueryState } from '../query-state.tsx'

const notes: Readonly<Record<TunnelState['state'], string>> = {
  off: 'Closed',
  starting: 'Opening …',
  on: 'Open',
  failed: 'Failed',
}

/** The public address of an app that has none of its own, while the operator wants it. */
export function TunnelBox() {
  const query = useTunnel()
  return (
    <ConsoleBox title="Tunnel" note={query.data && notes[query.data.now.state]}>
      <QueryState query={query} name="The tunnel">
        {(tunnel) => <Loaded tunnel={tunnel} />}
      </QueryState>
    </ConsoleBox>
  )
}

function Loaded({ tunnel: { now, found, hindrance } }: { tunnel: TunnelView }) {
  const open = useOpenTunnel()
  const close = useCloseTunnel()
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
            <Button
              size="sm"
              aria-disabled={close.isPending}
              onClick={() =>
                close.isPending || close.mutate(undefined, { onSuccess: () => say('The tunnel is closed.') })
              }
            >
              Close the tunnel
            </Button>
          ) : (
            hindrance === null &&
            programs.map((program) => (
              <Button
                key={program}
                size="sm"
                aria-disabled={open.isPending}
                onClick={() =>
                  open.isPending || open.mutate({ program }, { onSuccess: () => say('The tunnel opens.') })
                }
              >
                {now.state === 'failed' && now.program === program ? 'Open again' : 'Open'} with {program}
              </Button>
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

function Address({ now: { url, password, program } }: { now: Extract<TunnelState, { state: 'on' }> }) {
  return (
    <dl className="console-facts">
      <dt>Address</dt>
      <dd>
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      </dd>
      <dt>Password</dt>
      <dd className="console-mono">{password}</dd>
      <dt>Program</dt>
      <dd>{program}</dd>
    </dl>
  )
}

const failures: Readonly<Record<TunnelFailure, (program: string) => string>> = {
  not_started: (program) => `${program} could not be started, so the tunnel is closed.`,
  no_address: (program) => `${program} got no address within a minute, so the tunnel is closed.`,
  ended: (program) => `${program} has ended by itself, so the tunnel is closed.`,
  left: (program) => `${program} could not be ended. Its tunnel leads nowhere: end it on the machine of the app.`,
}
