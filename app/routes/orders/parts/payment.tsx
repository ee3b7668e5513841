import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { onlinePayment as words } from '#content/payments.ts'

export type PaymentView = { error?: string; says: string[]; receipt?: string; action?: string }

export const Payment = ({ payment: { error, says, receipt, action } }: { payment: PaymentView }) => (
  <section aria-labelledby="payment" className="stack">
    <h2 id="payment">{words.heading}</h2>
    {error && <Note kind="error">{error}</Note>}
    {says.map((text) => (
      <p key={text}>{text}</p>
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
