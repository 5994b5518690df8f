interface SegmentProps<Value extends string> {
  label: string
  name: string
  value: Value
  options: readonly { readonly value: Value; readonly text: string }[]
  onChange: (value: Value) => void
}

/** A choice between a few options, as radio buttons in a row. */
export function Segment<Value extends string>({ label, name, value, options, onChange }: SegmentProps<Value>) {
  return (
    <fieldset className="console-segment">
      <legend className="field-label">{label}</legend>
      <div className="console-segment-options flow">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
