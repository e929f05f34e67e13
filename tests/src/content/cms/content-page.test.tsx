import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CmsPage, CmsPageName } from '../../../../contract/cms.ts';
import { ContentPage } from '../../../../src/content/cms/content-page.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { cmsPage, fullPage, letterPage } from './pages.ts';

async function show(page: CmsPage, name: CmsPageName = 'about', form?: string) {
  const { api } = answeringApi({
    [`GET /api/cms/content/${name}`]: { body: { statusCode: 200, data: page } },
  });
  await renderInPage(<ContentPage name={name} form={form && <form aria-label={form} />} />, { api });
  await screen.findByRole('heading', { level: 1, name: page.hero.title });
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
const picture = (name: string) => screen.getByRole('img', { name });

describe('a content page', () => {
  it('a content page shows a labelled skeleton until its content has loaded', async () => {
    const { api } = answeringApi({ 'GET /api/cms/content/about': 'no answer' });
    await renderInPage(<ContentPage name="about" />, { api });
    expect(screen.getByRole('status').textContent).toBe('Loading page');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('a content page starts with its introduction and its buttons, the first of which is styled as the main action', async () => {
    await show(fullPage);
    expect(screen.getByText('Since 1998.')).toBeTruthy();
    const [call, courses] = ['Call admissions', 'See all courses'].map((name) => screen.getByRole('link', { name }));
    expect(call?.getAttribute('href')).toBe('tel:+919876540001');
    expect(call?.dataset.look).toBe('action');
    expect(courses?.getAttribute('href')).toBe('/courses-list');
    expect(courses?.dataset.look).toBe('outline');
  });

  it('the pictures of a content page have a size and a srcset, and all but the first load lazily', async () => {
    await show(fullPage);
    const first = picture('Drawing of a lighthouse');
    expect([first.getAttribute('width'), first.getAttribute('height')]).toEqual(['640', '400']);
    expect(first.getAttribute('loading')).toBeNull();
    expect(first.previousElementSibling?.getAttribute('srcset')).toContain('/media/campus/gate-960.avif 960w');
    for (const name of ['Drawing of a bridge', 'Drawing of a knot'])
      expect(picture(name).getAttribute('loading')).toBe('lazy');
  });

  it('a content page shows all blocks of its content in the default order', async () => {
    await show(fullPage);
    expect(titles()).toEqual([
      'Our mission',
      'How we teach',
      'On campus',
      'Members',
      'Approvals',
      'The campus',
      'Asked every day',
      'Campus and admissions',
      'Head office',
    ]);
    for (const text of ['Twelve students to one instructor.', 'Four metres deep.', 'Hostel courtyard', 'Chairperson'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('Teaching since').nextElementSibling?.textContent).toBe('1998');
    const [certificate] = within(screen.getByRole('region', { name: 'Approvals' })).getAllByRole('listitem');
    expect(certificate?.textContent).toBe('Approved instituteDirectorate General of ShippingNo. DGS/1998');
  });

  it('a content page omits the blocks that its content does not have', async () => {
    await show(cmsPage());
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it.each<[CmsPageName, string]>([
    ['governing-body', 'Members'],
    ['why-landfall', 'On campus'],
    ['contact', 'Campus and admissions'],
  ])('the content page “%s” starts with its most important block, “%s”', async (name, first) => {
    await show(fullPage, name);
    expect(titles()[0]).toBe(first);
    expect(new Set(titles()).size).toBe(9);
  });

  it('on a content page, a section of one short sentence is styled as a statement, and a longer section as plain text', async () => {
    await show(fullPage);
    const look = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-look]')?.dataset.look;
    expect(look('To send people to sea, and to bring them back.')).toBe('statement');
    expect(look('With the hands.')).toBe('plain');
  });

  it('a section of a content page has an id that links can point to', async () => {
    await show(fullPage);
    expect(screen.getByRole('region', { name: 'How we teach' }).id).toBe('how-we-teach');
  });

  it('a content page about one person has the person’s name as a heading, and its text is styled as a letter', async () => {
    await show(letterPage, 'principal-message');
    expect(titles()).toEqual(['Dr. Malathi Ranganathan', 'Dear student']);
    expect(screen.getByText('The bosun showed me.').closest<HTMLElement>('[data-look]')?.dataset.look).toBe('letter');
  });

  it('each question of a content page is a closed details element that contains the answer', async () => {
    await show(fullPage);
    const faq = screen.getByText('Do I need to swim?').closest('details');
    expect(faq?.open).toBe(false);
    expect(faq?.textContent).toContain('You need to float.');
  });
});

describe('the offices of a content page', () => {
  it('the contact page shows an office’s address, hours and map position, with links to call, to email and to open the map', async () => {
    await show(fullPage, 'contact');
    const office = within(screen.getByRole('region', { name: 'Campus and admissions' }));
    const href = (name: string) => office.getByRole('link', { name }).getAttribute('href');
    expect(href('98765 40001')).toBe('tel:9876540001');
    expect(href('1800-000-4321')).toBe('tel:18000004321');
    expect(href('admissions@example.com')).toBe('mailto:admissions@example.com');
    expect(href('Open the map: Campus and admissions')).toContain('openstreetmap.org/?mlat=13.0850');
    expect(office.getByText('14 Lighthouse Road, Chennai 600001')).toBeTruthy();
    expect(office.getByText('Monday to Saturday, 9:00 to 17:30')).toBeTruthy();
    expect(office.getByText('13°05.1′ N, 080°17.4′ E')).toBeTruthy();
  });

  it('on the contact page, the form is the main action, and the call button is styled as a secondary one', async () => {
    await show(fullPage, 'contact', 'Contact form');
    const region = within(screen.getByRole('region', { name: 'Write to us' }));
    expect(region.getByRole('form', { name: 'Contact form' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call admissions' }).dataset.look).toBe('outline');
  });

  it('the contact page shows its form even if its content has no offices', async () => {
    await show(cmsPage(), 'contact', 'Contact form');
    expect(screen.getByRole('form', { name: 'Contact form' })).toBeTruthy();
  });
});
