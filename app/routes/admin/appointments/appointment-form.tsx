import type { ComponentProps } from 'react'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { admin } from '#content/pages/admin.ts'

/** Acts on an appointment, from its page or from the calendar's drawer, and leads back there. */
export const AppointmentForm = ({ id, children, ...form }: { id: string } & ComponentProps<typeof ActionForm>) => (
  <ActionForm {...form} action={`/admin/appointments/${id}#${outcomeId}`} offline={admin.offline}>
    <ReturnHere />
    {children}
  </ActionForm>
)
