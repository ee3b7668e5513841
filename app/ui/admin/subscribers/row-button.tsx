import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'

type RowButtonProps = { form?: string; intent: string; text: string; email: string; danger?: boolean }

/** Named for its subscriber, since every row has the same buttons. */
export const RowButton = ({ form, intent, text, email, danger }: RowButtonProps) => (
  <button type="submit" className={danger ? 'btn-text danger' : 'btn-text'} form={form} name="intent" value={intent}>
    {text}
    <span className="vh">{words.of(email)}</span>
  </button>
)
