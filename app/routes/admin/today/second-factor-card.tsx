import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { secondFactorCard } from '#content/pages/admin-security.ts'

export const SecondFactorCard = () => (
  <section className="note note-info ask-factor screen" aria-labelledby="ask-second-factor">
    <div>
      <h2 id="ask-second-factor">{secondFactorCard.heading}</h2>
      <p>{secondFactorCard.text}</p>
      <ActionForm action="/admin/security/later" className="row">
        <ButtonLink small to="/admin/security">
          {secondFactorCard.start}
        </ButtonLink>{' '}
        <Button kind="line" small>
          {secondFactorCard.later}
        </Button>
      </ActionForm>
    </div>
  </section>
)
