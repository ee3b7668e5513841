import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import type { Act } from './act.ts'

type ActFormProps = { act: Act; about?: string; kind?: 'primary' | 'line' }

/** An act of a row; `about` names the row to screen readers, unless the act does. */
export const ActForm = ({ act: { action, fields, text }, about, kind = 'line' }: ActFormProps) => (
  <ActionForm action={action} offline={admin.offline} className="acts">
    <ReturnHere />
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button kind={kind} small>
      {text} {about && <span className="vh">{about}</span>}
    </Button>
  </ActionForm>
)
