'use client'

import { useEffect, useId, useState } from 'react'
import { type PushStanding, pushStanding, turnPushOff, turnPushOn } from '#lib/travel/client/trips/push-browser.ts'
import type { AlertPushView } from '#lib/travel/model/push-subscription.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { PushSpace } from './push-space.tsx'

interface PushSwitchProps {
  push: AlertPushView
}

/** Turns alerts in this browser on and off. Asks the person for permission only after a press. */
export function PushSwitch({ push }: PushSwitchProps) {
  const t = useTexts('alerts')
  const [state, setState] = useState<PushStanding>()
  const [problem, setProblem] = useState<'pushDismissed' | 'pushFailed'>()
  const [isBusy, setBusy] = useState(false)
  // The number of other browsers with alerts when the page was rendered.
  const [others, setOthers] = useState(0)
  const label = useId()
  useEffect(() => {
    let isGone = false
    pushStanding(push).then(
      (standing) => {
        if (isGone) return
        setState(standing)
        setOthers(push.browsers.length - (getsAlerts(standing) ? 1 : 0))
      },
      () => {
        if (!isGone) setState('unsupported')
      },
    )
    return () => {
      isGone = true
    }
  }, [push])
  if (state === undefined) return <PushSpace />
  const isOn = getsAlerts(state)

  async function change() {
    setBusy(true)
    const next = await (isOn ? turnPushOff() : turnPushOn(push.publicKey))
    if (next === 'dismissed' || next === 'failed') setProblem(next === 'failed' ? 'pushFailed' : 'pushDismissed')
    else {
      setProblem(undefined)
      setState(next)
    }
    setBusy(false)
  }

  return (
    <div className="alert-ways no-print">
      {state !== 'unsupported' && (
        <div className="action-row">
          <b id={label}>{t('pushSwitch')}</b>
          <button
            type="button"
            className="switch"
            role="switch"
            aria-checked={isOn}
            aria-labelledby={label}
            aria-busy={isBusy}
            onClick={() => {
              if (!isBusy) void change()
            }}
          />
        </div>
      )}
      <p className="quiet" aria-live="polite">
        {t(texts[state])} {others > 0 && state !== 'unsupported' && t('pushOthers', { count: others })}
      </p>
      {problem !== undefined && (
        <Notice tone="stop" role="alert">
          {t(problem)}
        </Notice>
      )}
    </div>
  )
}

const getsAlerts = (standing: PushStanding): boolean => standing === 'on' || standing === 'failing'

const texts = {
  unsupported: 'pushUnsupported',
  denied: 'pushDenied',
  on: 'pushOn',
  failing: 'pushFailing',
  off: 'pushOff',
} as const
