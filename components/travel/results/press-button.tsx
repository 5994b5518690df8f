'use client'

import { useState } from 'react'
import { siteAnswers } from '#lib/platform/client/connection.ts'
import type { Said } from '#lib/platform/client/said.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../../ui/texts.tsx'

/** Why a pressed button failed: the connection is blamed only if the site does not answer. */
export const pressFailed = async (t: Texts<'results'>): Promise<string> =>
  t((await siteAnswers()) ? 'failedHere' : 'pressAgain')

interface PressButtonProps {
  children: string
  icon: IconName
  /** Marks the one main action of its region. */
  isMain?: boolean
  /**
   * Resolves to the button's new label, or to a problem. Rejects if its script cannot load or its request cannot
   * connect.
   */
  action: () => Promise<Said>
}

/** A button for one action. The label then states the result, also to screen readers; a problem is shown in a notice. */
export function PressButton({ children, icon, isMain = false, action }: PressButtonProps) {
  const t = useTexts('results')
  const [said, setSaid] = useState<Said>('')
  const done = typeof said === 'string' ? said : ''
  return (
    <>
      <Button
        variant={isMain ? 'accent' : 'plain'}
        onClick={() =>
          void action()
            .catch(() => pressFailed(t))
            .then(setSaid)
        }
      >
        <Icon name={icon} small />
        {done || children}
      </Button>
      <span className="sr-only" aria-live="polite">
        {done}
      </span>
      {typeof said !== 'string' && (
        <Notice tone="stop" role="alert">
          {said.problem}
        </Notice>
      )}
    </>
  )
}
