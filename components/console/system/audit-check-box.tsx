import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { formatElapsed } from '#lib/travel/model/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { refreshIcon } from '../../ui/later-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { ActionButton } from '../action-button.tsx'
import { Actor } from '../actor.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { Moment } from '../moment.tsx'
import { Status } from '../status.tsx'

/** The last check of the audit trail, and a button for another one. */
export function AuditCheckBox({ check: { state, last } }: { check: ConsoleSystem['audit_check'] }) {
  const start = useConsoleChange(ConsoleSystem, '/audit-check')
  const isRunning = state === 'running' || start.isPending
  return (
    <ConsoleBox title="Audit trail" note="every row is checked once a day">
      {last?.findings.map((finding) => (
        <Notice key={finding} tone="stop">
          {finding}
        </Notice>
      ))}
      {state === 'failed' && (
        <Notice tone="warn">The last check ended without a result; the log says why. Check again.</Notice>
      )}
      <Failure error={start.error}>The check did not begin.</Failure>
      <Facts
        facts={{
          'Last result':
            last === null ? (
              'No check has run.'
            ) : last.found === 0 ? (
              <Status icon="check" tone="ok" text={`Intact, ${counted(last.rows, 'row')}`} />
            ) : (
              <Status icon="warn" tone="stop" text={`Altered, ${counted(last.found, 'finding')}`} />
            ),
          Checked: last && (
            <>
              <Moment at={last.at} />, by <Actor by={last.by} />, in {formatElapsed(last.duration_ms)}
            </>
          ),
        }}
      />
      <div className="console-text">
        <p role="status">{isRunning ? 'Checking every row. The app keeps serving.' : ''}</p>
        <div>
          <ActionButton size="sm" isOff={isRunning} onClick={() => start.mutate()}>
            <Icon name={refreshIcon} small />
            {isRunning ? 'Checking …' : 'Check now'}
          </ActionButton>
        </div>
      </div>
    </ConsoleBox>
  )
}
