import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { historyWords as words } from '#content/pages/admin-history.ts'
import { sectionAction, type SectionView } from './section-view.ts'
import type { SectionState } from './sections.server.ts'

/** What the section said before, with who saved it; each can be shown again. */
export function SectionHistory({ view, versions }: { view: SectionView } & Pick<SectionState, 'versions'>) {
  if (versions.length === 0) return null
  return (
    <Fold summary={words.heading}>
      <p className="hint">{words.hint}</p>
      <ul className="list" aria-label={words.heading}>
        {versions.map(({ version, when, who, says }) => (
          <li key={version}>
            <div>
              <bdi>{says}</bdi>
              <p className="hint">{words.savedBy(when, who)}</p>
            </div>
            {version === view.revision ? (
              <span className="tag">{words.current}</span>
            ) : (
              <ActionForm action={sectionAction(view)}>
                <input type="hidden" name="section" value={view.section} />
                <input type="hidden" name="revision" value={view.revision} />
                <input type="hidden" name="from" value={version} />
                <IntentButton
                  intent="restore"
                  text={words.restore}
                  aria-label={words.restoreNamed(words.number(version))}
                  kind="text"
                />
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
