import type { ComponentProps } from 'react'
import type { contactFields } from '#app/domain/patients/patient-fields.ts'
import { Field } from '#app/ui/primitives/field.tsx'

type AnyField = Omit<(typeof contactFields)[number], 'optional'> & { optional?: boolean | undefined }

type ContactFieldProps = { field: AnyField } & Omit<
  Extract<ComponentProps<typeof Field>, { multiline?: false }>,
  'label' | 'name'
>

export function ContactField({ field, ...state }: ContactFieldProps) {
  const { name, label, kind, autoComplete, optional = false } = field
  const type = inputTypes[kind]
  return <Field label={label} name={name} type={type} autoComplete={autoComplete} optional={optional} {...state} />
}

const inputTypes = { name: undefined, line: undefined, email: 'email', phone: 'tel' } as const
