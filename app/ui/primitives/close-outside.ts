/** A click outside of a modal dialog closes it, in browsers that have no `closedby` yet. Returns what ends that. */
export function closeOutside(dialog: HTMLDialogElement) {
  if ('closedBy' in HTMLDialogElement.prototype) return undefined
  const close = ({ target, clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    // A click on its backdrop is one on the dialog itself.
    if (target === dialog && !isInside) dialog.close()
  }
  dialog.addEventListener('click', close)
  return () => dialog.removeEventListener('click', close)
}
