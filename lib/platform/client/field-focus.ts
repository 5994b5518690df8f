/** Maps field names to their form controls, to move the focus there. */
interface FieldFocus<Name extends string> {
  /** Returns a stable function per name, so that a control registers once. */
  refOf(name: Name): (control: HTMLElement | null) => void
  focus(name: Name): void
}

export function createFieldFocus<Name extends string>(): FieldFocus<Name> {
  const controls = new Map<Name, HTMLElement>()
  const refs = new Map<Name, (control: HTMLElement | null) => void>()

  function createRef(name: Name) {
    const ref = (control: HTMLElement | null) => void (control ? controls.set(name, control) : controls.delete(name))
    refs.set(name, ref)
    return ref
  }

  return {
    refOf: (name) => refs.get(name) ?? createRef(name),
    focus: (name) => controls.get(name)?.focus(),
  }
}
