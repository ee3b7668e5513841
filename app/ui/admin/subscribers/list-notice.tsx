import { listUrl, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'
import type { Notice } from './subscribers-answer.ts'

export function ListNotice({ notice, view }: { notice: Notice | undefined; view: ListView }) {
  if (!notice) return null
  const { kind, text, button } = notice
  return (
    <div>
      <Note kind={kind} id={outcomeId}>
        <p>
          <AddressText text={text} />
        </p>
        {button && (
          <form
            method="post"
            action={`${listUrl({ ...view, edit: undefined })}#${outcomeId}`}
            data-enhance
            data-offline={words.offline}
          >
            {button.email && <input type="hidden" name="email" value={button.email} />}
            <Button kind="line" small name="intent" value={button.intent}>
              {button.text}
            </Button>
          </form>
        )}
      </Note>
    </div>
  )
}
