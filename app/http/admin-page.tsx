import type { ReactNode } from 'react'
import { useSite } from './site.ts'

type AdminPageProps = {
  title: string
  /** In the browser's tab, if the title names a person. */
  documentTitle?: string
  /** Beside the title: a count, or a link. */
  aside?: ReactNode
  above?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/** A page of the dashboard. Search engines do not index it. */
export const AdminPage = ({ title, documentTitle = title, above, below, aside, children }: AdminPageProps) => (
  <>
    <title>{`${documentTitle} | ${useSite().clinic.name}`}</title>
    <meta name="robots" content="noindex" />
    <div className="ends adm-top">
      {above ? (
        <div>
          <p className="hint">{above}</p>
          <h1>{title}</h1>
          {below}
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {aside}
    </div>
    {children}
  </>
)
