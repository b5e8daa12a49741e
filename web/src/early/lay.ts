// Puts the first picture on the page, over the place of the views.

/** Lays a text of ours (nothing in it comes from elsewhere) over the page; says in which element. */
export function lay(html: string): HTMLElement {
  const early = document.createElement('div');
  early.id = 'early';
  // It is a picture: what can be read and pressed comes with the views.
  early.setAttribute('aria-hidden', 'true');
  early.innerHTML = `<div class="site-main">${html}</div>`;
  document.body.append(early);
  return early;
}
