import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'

export type PaymentView = { error?: string; says: string[]; receipt?: string; action?: string }

type PaymentProps = { payment: PaymentView; words: Record<'heading' | 'receipt' | 'button', string> }

/** What was paid online for something, or is to be. */
export const Payment = ({ payment: { error, says, receipt, action }, words }: PaymentProps) => (
  <section aria-labelledby="payment" className="stack">
    <h2 id="payment">{words.heading}</h2>
    {error && <Note kind="error">{error}</Note>}
    {says.map((text) => (
      <p key={text}>
        <NoBreak text={text} />
      </p>
    ))}
    {receipt && (
      <p>
        <a href={receipt} download>
          {words.receipt}
        </a>
      </p>
    )}
    {action && (
      <form method="post" action={action}>
        <Button kind="primary">{words.button}</Button>
      </form>
    )}
  </section>
)
