import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CollectionName } from '#app/domain/content/content-record.ts'
import type { CollectionSchema, Fields } from '#app/domain/content/content-schema.ts'
import type { ListedEntry } from '#app/domain/content/entries.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { recordPath } from '#content/record-path.ts'
import { ContentParts } from './content-fields.tsx'
import { entriesWords as words } from './words.ts'

/** What the pages of a collection need of its schema, sent along, so that browsers load no schemas. */
export type Listed = {
  collection: CollectionName
  path: string | undefined
  list: CollectionSchema['list']
  /** Asked of a new entry besides its name. */
  asked: Fields
}

/** `version`: of the order, where people choose it; otherwise `acts` are in its place. */
type EntryTableProps = Listed & {
  entries: ListedEntry[]
  version?: number
  acts?: (entry: ListedEntry) => ReactNode
}

export function EntryTable({ collection, path, list, entries, version, acts }: EntryTableProps) {
  return (
    <Table columns={words.columns(list.about.label, version === undefined ? words.acts : words.order)}>
      {entries.map((entry, index) => {
        const { id, title, about, state, draft } = entry
        const [hasBefore, hasAfter] = [index > 0, (entries[index + 1]?.state ?? 'new') !== 'new']
        return (
          <tr key={id} id={id} tabIndex={-1}>
            <td>
              <Link className="leads" to={recordPath(`${collection}/${id}`)}>
                {title}
              </Link>
            </td>
            <td>{about}</td>
            <td className="hint">
              {[sayState(path !== undefined, state), draft && words.draft[draft]].filter(Boolean).join(', ')}
            </td>
            <td className="row-acts">
              {acts?.(entry)}
              {version !== undefined && state !== 'new' && (hasBefore || hasAfter) && (
                <ActionForm className="row moves">
                  <input type="hidden" name="id" value={id} />
                  <input type="hidden" name="version" value={version} />
                  {hasBefore && <Move intent="up" text={words.up} title={title} />}
                  {hasAfter && <Move intent="down" text={words.down} title={title} />}
                </ActionForm>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

const sayState = (isOnPages: boolean, state: ListedEntry['state']) =>
  isOnPages || state === 'new' || state === 'removed' ? words.states[state] : words.use[state]

const Move = ({ intent, text, title }: { intent: 'up' | 'down'; text: string; title: string }) => (
  <IntentButton intent={intent} kind="text" text={text} aria-label={`${text}: ${title}`} />
)

/** Begins a new one, by its name. */
export function AddEntry({ list, asked, form }: Pick<Listed, 'list' | 'asked'> & { form: FormState }) {
  const isBar = Object.keys(asked).length === 0
  return (
    <ActionForm className={isBar ? 'adm-bar' : 'stack'} noValidate>
      <Field label={list.asks?.label ?? words.name} {...namedField(form, 'title')} autoComplete="off" />
      {!isBar && <ContentParts fields={asked} value={{}} form={form} />}
      <IntentButton intent="add" kind="line" text={list.add} />
    </ActionForm>
  )
}
