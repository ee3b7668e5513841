import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { attendanceSteps } from './words.ts'
import { admin } from '#content/pages/admin.ts'

type StepFormProps = { id: string; name: string; from: AppointmentState; steps: readonly AppointmentState[] }

/** What staff record about an appointment without opening it. */
export const StepForm = ({ id, name, from, steps }: StepFormProps) =>
  steps.length > 0 && (
    <ActionForm action={`/admin/appointments/${id}`} offline={admin.offline} className="acts">
      <ReturnHere />
      <input type="hidden" name="from" value={from} />
      {steps.map((to) => (
        <Button key={to} kind="line" small name="intent" value={to}>
          {attendanceSteps[to]} <span className="vh">{name}</span>
        </Button>
      ))}
    </ActionForm>
  )
