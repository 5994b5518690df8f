'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Controller, type FieldPath, useForm } from 'react-hook-form'
import type { ClockHours } from '#lib/platform/model/clock.ts'
import { findPlaceNames } from '#lib/travel/client/find-places.ts'
import { usePlaceNames } from '#lib/travel/client/use-place-names.ts'
import { allianceNames, alliances } from '#lib/travel/model/alliances.ts'
import { currenciesWith } from '#lib/travel/model/currencies.ts'
import { formatClock } from '#lib/travel/model/format.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { ProfileFields } from '#lib/travel/model/travel-profile.ts'
import { maxBags, maxOtherHomes, seats, type TravelProfile, usualProfile } from '#lib/travel/model/usual-profile.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { PlaceField } from '../search/place-field.tsx'
import { Stepper } from '../search/stepper.tsx'
import { useTravelProfile } from './profile-provider.tsx'

type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

const noNames: PlaceNames = {}
const clockChoices: readonly ClockHours[] = ['h12', 'h23']

/** How the reader travels. Each valid change is stored at once, and applies to the page behind it. */
export function ProfileForm({ names = noNames }: { names?: PlaceNames }) {
  const { profile, currency, keeper, save } = useTravelProfile()
  const t = useTexts('profile')
  const locale = useLocale()
  const [state, setState] = useState<SaveState>('idle')
  /** The profile before a reset. */
  const [before, setBefore] = useState<TravelProfile | null>(null)
  const form = useForm<TravelProfile>({ values: profile, resolver: zodResolver(ProfileFields), mode: 'onChange' })
  const { control, formState } = form
  const { home, other_homes } = profile
  const codes = useMemo(() => (home === null ? [] : [home, ...other_homes]), [home, other_homes])
  const known = usePlaceNames(codes, names)

  async function store(next: TravelProfile) {
    setState('saving')
    const isStored = await save(next)
    setState(isStored ? 'saved' : 'failed')
    if (!isStored) form.reset(profile)
  }
  const submit = () => {
    setBefore(null)
    return form.handleSubmit(store)()
  }
  const errorOf = (name: FieldPath<TravelProfile>) => form.getFieldState(name, formState).error?.message

  async function chooseHome(code: string, isKnown: boolean, isOther = false) {
    if (code !== '' && !isKnown && (await findPlaceNames([code]))[code] === undefined) {
      form.setError('home', { message: t('homeUnknown', { code }) })
      return
    }
    if (!isOther && code === '') {
      const [next = null, ...rest] = other_homes
      form.setValue('home', next)
      form.setValue('other_homes', rest)
    } else if (!isOther) form.setValue('home', code)
    else if (code !== '' && !codes.includes(code)) form.setValue('other_homes', [...other_homes, code])
    form.clearErrors('home')
    await submit()
  }

  function removeHome(code: string) {
    form.setValue(
      'other_homes',
      other_homes.filter((one) => one !== code),
    )
    void submit()
  }

  function reset(next: TravelProfile, earlier: TravelProfile | null) {
    setBefore(earlier)
    void store(next)
  }

  const stepper = (name: 'cabin_bags' | 'checked_bags', label: string, hint: string, max: number) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Stepper
          label={label}
          hint={hint}
          value={field.value}
          min={0}
          max={max}
          onChange={(value) => {
            field.onChange(value)
            void submit()
          }}
        />
      )}
    />
  )
  const choice = (name: 'seat' | 'clock', options: readonly { value: string | null; label: string }[]) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="seg">
          {options.map(({ value, label }) => (
            <label key={label} className="seg-option middle">
              <input
                type="radio"
                name={name}
                checked={field.value === value}
                onChange={() => {
                  field.onChange(value)
                  void submit()
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
    />
  )
  const onOff = (name: 'airline_only' | 'separate_tickets', label: string, hint: string) => (
    <label className="check profile-switch">
      <input type="checkbox" {...form.register(name, { onChange: () => void submit() })} />
      <span>
        {label}
        <span className="field-hint">{hint}</span>
      </span>
    </label>
  )

  return (
    <form className="profile-form" noValidate aria-label={t('title')} onSubmit={(event) => event.preventDefault()}>
      <div className="profile-columns">
        <div>
          <Group title={t('bags')} hint={t('bagsHint')}>
            {stepper('cabin_bags', t('cabinBag'), t('cabinBagHint'), maxBags.cabin)}
            {stepper('checked_bags', t('checkedBag'), t('checkedBagHint'), maxBags.checked)}
          </Group>
          <Group title={t('seat')} hint={t('seatHint')}>
            {choice(
              'seat',
              seats.map((value) => ({ value, label: t(value) })),
            )}
          </Group>
        </div>
        <div>
          <Group title={t('home')} hint={t('homeHint')} error={errorOf('home')}>
            <div className="strip profile-home">
              <PlaceField
                label={t('home')}
                use="flights"
                code={profile.home ?? ''}
                name={known[profile.home ?? '']}
                error={undefined}
                isOptional
                inputRef={null}
                onChoose={(code, name) => void chooseHome(code, name !== undefined)}
                onPicked={() => {}}
              />
            </div>
            {home !== null && (
              <div className="profile-homes flow">
                {other_homes.map((code) => (
                  <Button key={code} size="sm" aria-label={t('removeHome', { code })} onClick={() => removeHome(code)}>
                    {[known[code], code].filter(Boolean).join(' ')}
                    <Icon name="x" small />
                  </Button>
                ))}
                {other_homes.length < maxOtherHomes && (
                  <div className="strip profile-home">
                    <PlaceField
                      label={t('otherHome')}
                      use="flights"
                      code=""
                      name={undefined}
                      error={undefined}
                      isOptional
                      inputRef={null}
                      onChoose={(code, name) => void chooseHome(code, name !== undefined, true)}
                      onPicked={() => {}}
                    />
                  </div>
                )}
              </div>
            )}
          </Group>
          <Group title={t('currency')} error={errorOf('currency')}>
            <Controller
              control={control}
              name="currency"
              render={({ field }) => (
                <select
                  className="field-input"
                  aria-label={t('currency')}
                  value={field.value ?? ''}
                  onChange={({ target: { value } }) => {
                    field.onChange(value === '' ? null : value)
                    void submit()
                  }}
                >
                  <option value="">{t('asBrowser')}</option>
                  {currenciesWith(currency).map((code) => (
                    <option key={code} value={code}>
                      {currencyName(code, locale)}
                    </option>
                  ))}
                </select>
              )}
            />
          </Group>
          <Group title={t('clock')}>
            {choice('clock', [
              { value: null, label: t('asBrowser') },
              ...clockChoices.map((value) => ({ value, label: clockExample(value, locale) })),
            ])}
          </Group>
        </div>
      </div>
      <Group title={t('filters')}>
        {onOff('airline_only', t('airlineOnly'), t('airlineOnlyHint'))}
        {onOff('separate_tickets', t('separateTickets'), t('separateTicketsHint'))}
      </Group>
      <Group title={t('alliances')} hint={t('alliancesHint')}>
        <div className="profile-alliances flow">
          {alliances.map((value) => (
            <label key={value} className="check">
              <input type="checkbox" value={value} {...form.register('alliances', { onChange: () => void submit() })} />
              <span>{allianceNames[value]}</span>
            </label>
          ))}
        </div>
      </Group>
      <div className="profile-end row">
        <div role="status">
          {state === 'saving' && t('saving')}
          {state === 'saved' && t(keeper === 'account' ? 'savedAccount' : 'savedBrowser')}
        </div>
        {before === null ? (
          <Button onClick={() => reset(usualProfile, profile)}>{t('reset')}</Button>
        ) : (
          <Button onClick={() => reset(before, null)}>{t('undoReset')}</Button>
        )}
      </div>
      {state === 'failed' && (
        <Notice tone="stop" role="alert">
          {t(keeper === 'account' ? 'notSavedAccount' : 'notSavedBrowser')}
        </Notice>
      )}
      <p className="field-hint">{t(keeper === 'account' ? 'keptAccount' : 'keptBrowser')}</p>
    </form>
  )
}

interface GroupProps {
  title: string
  hint?: string
  error?: string | undefined
  children: ReactNode
}

function Group({ title, hint, error, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset className="profile-group" aria-describedby={hint || error ? `${id}-hint ${id}-error` : undefined}>
      <legend className="field-label">{title}</legend>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

/** "USD, US Dollar" */
const currencyName = (code: string, locale: string): string =>
  `${code}, ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code}`

/** "6:30 PM" or "18:30" */
const clockExample = (clock: ClockHours, locale: string): string =>
  formatClock('18:30', new Intl.Locale(locale, { hourCycle: clock }).toString())
