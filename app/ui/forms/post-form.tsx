import type { ComponentProps } from 'react'

/** A form of a page to read, which the browser posts. `offline`: what the page script says without a connection. */
export const PostForm = ({ offline, ...form }: ComponentProps<'form'> & { offline?: string }) => (
  <form method="post" noValidate data-offline={offline} {...form} />
)
