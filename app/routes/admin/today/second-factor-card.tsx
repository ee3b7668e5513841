import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import type { secondFactorCard } from './setup-words.ts'
import { todayAction } from './today-action.ts'

export const SecondFactorCard = ({ words }: { words: typeof secondFactorCard }) => (
  <section className="note note-info ask-factor screen" aria-labelledby="ask-second-factor">
    <div>
      <h2 id="ask-second-factor">{words.heading}</h2>
      <p>{words.text}</p>
      <ActionForm action={todayAction} className="row">
        <ButtonLink small to="/admin/security">
          {words.start}
        </ButtonLink>{' '}
        <Button kind="line" small name="intent" value="factor-later">
          {words.later}
        </Button>
      </ActionForm>
    </div>
  </section>
)
