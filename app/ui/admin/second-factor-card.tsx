import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { secondFactorCard as words } from '#content/pages/admin-security.ts'

export function SecondFactorCard() {
  return (
    <section className="note note-info ask-factor" aria-labelledby="ask-second-factor">
      <div>
        <h2 id="ask-second-factor">{words.heading}</h2>
        <p>{words.text}</p>
        <form method="post" action="/admin/security/later" className="row">
          <ButtonLink small href="/admin/security">
            {words.start}
          </ButtonLink>{' '}
          <Button kind="line" small>
            {words.later}
          </Button>
        </form>
      </div>
    </section>
  )
}
