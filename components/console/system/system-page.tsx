'use client'

import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ConsoleSystem, type Setting } from '#lib/console/model/console-system.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox, ConsolePage, Facts } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { QueryState } from '../query-state.tsx'
import { PartsBox } from './parts-box.tsx'
import { AlertsBox, AuditCheckBox, BackupBox, StartBox, TablesBox, WorkBox } from './state-boxes.tsx'
import { TunnelBox } from './tunnel-box.tsx'

const origin = { console: 'Console', environment: 'Environment', default: 'Default', unset: 'Unset' } as const

const columns: readonly Column<Setting>[] = [
  {
    header: 'Setting',
    isRowHeader: true,
    className: 'system-name',
    cell: ({ name }) => <span className="console-mono">{name}</span>,
  },
  { header: 'Value', className: 'system-value', cell: shownValue },
  { header: 'From', from: 'tablet', cell: ({ from }) => origin[from] },
]

function shownValue({ value, from, is_secret: isSecret }: Setting) {
  if (isSecret) return <span className="console-quiet">{from === 'environment' ? 'set' : 'not set'}</span>
  return value === null ? <span className="console-quiet">not set</span> : <span className="console-mono">{value}</span>
}

/** The configuration in effect. A setting that may contain a secret says only whether it is set. */
function SettingsBox({ settings, config }: Pick<ConsoleSystem, 'settings' | 'config'>) {
  const given = settings.filter(({ from }) => from === 'environment' || from === 'console').length
  return (
    <ConsoleBox title="Configuration in effect" note={`${given} of ${settings.length} settings are set`}>
      <ConsoleTable label="Settings" columns={columns} rows={settings} idOf={({ name }) => name} />
      {config !== null && (
        <details className="system-config">
          <summary>What the configuration file narrows</summary>
          <pre className="mono">{config}</pre>
        </details>
      )}
    </ConsoleBox>
  )
}

const pollMs = 10_000
/** While a check of the audit trail runs. */
const checkingMs = 1_000

/** How the app and its parts are, and with which settings it runs. */
export function SystemPage() {
  const query = useConsoleQuery(ConsoleSystem, '/system', {
    pollMs: (read) => (read?.audit_check.state === 'running' ? checkingMs : pollMs),
  })
  return (
    <ConsolePage title="System">
      <QueryState query={query} name="The state of the system">
        {(system) => <Loaded system={system} />}
      </QueryState>
    </ConsolePage>
  )
}

function Loaded({ system }: { system: ConsoleSystem }) {
  return (
    <>
      <div className="console-columns">
        <div className="console-stack">
          <PartsBox system={system} />
          <WorkBox system={system} />
          <AlertsBox alerts={system.alerts} />
          <TunnelBox />
        </div>
        <div className="console-stack">
          <AuditCheckBox check={system.audit_check} />
          <StartBox start={system.start} />
          <TablesBox tables={system.database.tables} />
          <BackupBox backup={system.backup} restore_test={system.restore_test} />
          <ConsoleBox title="License of data" note={<TextLink href="/credits">The page for travelers</TextLink>}>
            <Facts facts={Object.fromEntries(system.licenses.map(({ about, text }) => [about, text]))} />
          </ConsoleBox>
        </div>
      </div>
      <SettingsBox settings={system.settings} config={system.config} />
    </>
  )
}
