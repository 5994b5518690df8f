'use client'

import { useMutation } from '@tanstack/react-query'
import { readSetupCode } from '#lib/console/client/use-profiles.ts'
import { ActionButton } from '../action-button.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Failure } from '../failure.tsx'

/** The pressed button is gone, so the focus moves to the code. */
const focusOn = (shown: HTMLElement | null) => shown?.focus()

/** The code with which agents on other machines create profiles. It is fetched on the click. */
export function SetupCodeBox() {
  const shown = useMutation({ mutationFn: readSetupCode })
  return (
    <ConsoleBox title="Agents on other machines" note="need the setup code">
      <div className="console-text">
        <p className="quiet">
          An agent on this machine creates a profile without a code. Hand the setup code to those who run an agent
          elsewhere; a profile alone cannot run anything until you lock it.
        </p>
        {shown.data === undefined ? (
          <div>
            <ActionButton size="sm" isOff={shown.isPending} onClick={() => shown.mutate()}>
              {shown.isPending ? 'Reading …' : 'Show setup code'}
            </ActionButton>
          </div>
        ) : (
          <p ref={focusOn} role="status" tabIndex={-1}>
            {shown.data.is_open ? (
              'Everybody may create a profile: TRAVEL_OPEN_PROFILES is true.'
            ) : (
              <code className="mono setup-code">
                {shown.data.header}: {shown.data.code}
              </code>
            )}
          </p>
        )}
        <Failure error={shown.error}>The setup code could not be read.</Failure>
      </div>
    </ConsoleBox>
  )
}
