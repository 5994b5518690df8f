'use client'

import { useState } from 'react'
import { useSystem } from '#lib/console/client/use-system.ts'
import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox, ConsolePage, type DoneNote } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { AlertsBox } from './alerts-box.tsx'
import { AuditCheckBox } from './audit-check-box.tsx'
import { PartsBox } from './parts-box.tsx'
import { SettingsBox } from './settings-box.tsx'
import { BackupBox, StartBox, WorkBox } from './state-boxes.tsx'
import { TunnelBox } from './tunnel-box.tsx'

/** How the app and its parts are, and with which settings it runs. */
export function SystemPage() {
  const query = useSystem()
  const [done, setDone] = useState<DoneNote>('')
  return (
    <ConsolePage title="System" done={done} onDone={setDone}>
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
          <BackupBox backup={system.backup} restore_test={system.restore_test} />
          <ConsoleBox title="License of data" note={<TextLink href="/credits">The page for travelers</TextLink>}>
            <dl className="console-facts">
              {system.licenses.map(({ about, text }) => (
                <div key={about}>
                  <dt>{about}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </ConsoleBox>
        </div>
      </div>
      <SettingsBox settings={system.settings} config={system.config} />
    </>
  )
}
