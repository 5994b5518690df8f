'use client'

import './dev.css'
import { type ReactNode, useRef, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { HistogramBars } from '../ui/histogram-bars.tsx'
import { Icon } from '../ui/icon.tsx'
import { PartFailed } from '../ui/lazily.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { RangeSlider } from '../ui/range-slider.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { bold, spoken } from '../ui/spoken.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'

const histogram = { from: 0, to: 60, counts: [2, 5, 9, 4, 1, 3] }

/** The components of `components/ui` in their states, for developers: what a change of a token or a style touches. */
export function ComponentStates() {
  return (
    <main id="main" className="states" tabIndex={-1} lang="en" dir="ltr">
      <h1 className="title">Components</h1>
      <State name="Button">
        {(['accent', 'plain', 'quiet', 'stop'] as const).map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">small</Button>
        <Button disabled>disabled</Button>
        <Button>
          <Icon name="search" /> with an icon
        </Button>
        <ButtonLink href="/">a link</ButtonLink>
      </State>
      <State name="Badge">
        {(['plain', 'sample', 'ok', 'info', 'warn', 'stop'] as const).map((tone) => (
          <Badge key={tone} tone={tone} icon="info">
            {tone}
          </Badge>
        ))}
      </State>
      <State name="Notice">
        {(['plain', 'info', 'ok', 'warn', 'stop', 'sample'] as const).map((tone) => (
          <Notice key={tone} tone={tone} action={<Button size="sm">Undo {tone}</Button>}>
            A notice with the tone {bold(tone)}.
          </Notice>
        ))}
      </State>
      <State name="Text field">
        <TextField label="Empty" placeholder="Text" />
        <TextField label="With a hint" hint="At least ten characters" defaultValue="Oranjestad" />
        <TextField label="Wrong" error="Enter a date." defaultValue="tomorrow" />
        <TextField label="Disabled" disabled defaultValue="AUA" />
      </State>
      <State name="Select">
        <Select className="field-input" aria-label="Currency" defaultValue="EUR">
          <option>EUR</option>
          <option>AWG</option>
        </Select>
      </State>
      <State name="Field error">
        <FieldError id="states-error">Choose an airport.</FieldError>
      </State>
      <State name="Text link">
        <p>
          A sentence with <TextLink href="/">a link</TextLink>
          {spoken(', and words for screen readers')}.
        </p>
      </State>
      <State name="Slider and bars">
        <Sliders />
      </State>
      <State name="Layers">
        <Layers />
      </State>
      <State name="Part that failed to load">
        <PartFailed onRetry={() => {}} />
      </State>
    </main>
  )
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="heading">{name}</h2>
      <div className="states-row flow">{children}</div>
    </section>
  )
}

function Sliders() {
  const [[from, to], setEnds] = useState<readonly [number, number]>([10, 40])
  return (
    <div className="states-slider">
      <HistogramBars histogram={histogram} height={40} from={from} to={to} />
      <RangeSlider
        label="Minutes"
        min={0}
        max={60}
        step={5}
        from={from}
        to={to}
        ends={{ from: 'earliest', to: 'latest' }}
        write={String}
        onChange={(low, high) => setEnds([low, high])}
      />
    </div>
  )
}

function Layers() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLDialogElement>(null)
  return (
    <div className="states-layers">
      <Button ref={opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Open a popover
      </Button>
      {isOpen && (
        <Popover label="A popover" opener={opener} onClose={() => setOpen(false)}>
          <Button>Inside the popover</Button>
        </Popover>
      )}
      <Button onClick={() => sheet.current?.showModal()}>Open a sheet</Button>
      <Sheet ref={sheet} title="A sheet" foot={<Button variant="accent">Done</Button>}>
        <p>Its content.</p>
      </Sheet>
    </div>
  )
}
