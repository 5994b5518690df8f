import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { type AlertChoice, AlertsView, AlertTest } from '#lib/console/model/console-alerts.ts'
import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import type { AlertMode } from '#lib/platform/model/alert-mode.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActionButton } from '../action-button.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { Segment } from '../segment.tsx'

const names: Readonly<Record<AlertMode, string>> = { off: 'Off', hourly: 'Once an hour', 'at-once': 'At once' }
const options = (['off', 'hourly', 'at-once'] as const).map((value) => ({ value, text: names[value] }))

/** When operators hear about what waits for them, and a test whether they would. */
export function AlertsBox({ alerts: { mode, chosen, of_environment, channel } }: Pick<ConsoleSystem, 'alerts'>) {
  const change = useConsoleChange(AlertsView, (_: AlertChoice) => '/alerts')
  const test = useConsoleChange(AlertTest, '/alerts/test')
  const say = useDone()
  const choose = (next: AlertMode | null) =>
    change.mutate(
      { mode: next },
      {
        onSuccess: ({ mode: now }) =>
          say({ sentence: `Alerts: ${names[now]}.`, undo: () => change.mutateAsync({ mode: chosen }) }),
      },
    )
  const isOfEnvironment = chosen === null
  return (
    <ConsoleBox title="Alerts" note={names[mode]}>
      <div className="console-text">
        <p>A message to the operator about everything new in “Waits for you” on the overview.</p>
        {channel === null && (
          <Notice tone="warn">No channel is configured, so alerts are only kept under Messages.</Notice>
        )}
        <Segment label="Alerts" name="alerts" value={mode} options={options} onChange={choose} />
        <p className="console-quiet">
          {isOfEnvironment
            ? 'As the environment says: TRAVEL_OPERATOR_ALERTS.'
            : `Chosen here. The environment says: ${names[of_environment]}.`}
        </p>
        <Failure error={change.error}>The alerts were not changed.</Failure>
        <Failure error={test.error}>No test alert was sent.</Failure>
        <div className="action-row">
          <ActionButton
            size="sm"
            isOff={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: () => say('The test alert is noted under Messages.') })}
          >
            Send a test alert
          </ActionButton>
          {!isOfEnvironment && (
            <Button size="sm" variant="quiet" onClick={() => choose(null)}>
              Use the environment’s
            </Button>
          )}
        </div>
      </div>
    </ConsoleBox>
  )
}
