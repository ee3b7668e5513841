import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { exportPath, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'

/** What is done with the list as a whole, or with as much of it as is shown. */
export function ListActs({ view: { state, q } }: { view: ListView }) {
  return (
    <form className="row" method="post" action={exportPath}>
      <ButtonLink kind="line" small href={importsPath}>
        {words.import}
      </ButtonLink>
      {state && <input type="hidden" name="state" value={state} />}
      {q && <input type="hidden" name="q" value={q} />}
      <Button kind="line" small>
        {words.export}
      </Button>
    </form>
  )
}
