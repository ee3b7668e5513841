import type { ComponentProps } from 'react'

/** A checkbox with its label next to it; both are one target. */
export function Checkbox({
  label,
  name,
  id = name,
  ...control
}: { label: string; name: string } & ComponentProps<'input'>) {
  return (
    <div className="field check">
      <input type="checkbox" name={name} id={id} {...control} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
