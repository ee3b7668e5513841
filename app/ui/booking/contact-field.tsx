import type { ComponentProps } from 'react'
import type { contactFields } from '#app/domain/booking/patient-fields.ts'
import { Field } from '#app/ui/primitives/field.tsx'

type AnyField = Omit<(typeof contactFields)[number], 'optional'> & { optional?: unknown }

type ContactFieldProps = { field: AnyField } & Omit<
  Extract<ComponentProps<typeof Field>, { multiline?: false }>,
  'label' | 'name'
>

export function ContactField({ field, ...state }: ContactFieldProps) {
  const { name, label, type, autoComplete, optional } = field
  return <Field label={label} name={name} type={type} autoComplete={autoComplete} optional={!!optional} {...state} />
}
