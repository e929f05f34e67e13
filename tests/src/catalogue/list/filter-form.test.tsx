import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { courseQueries } from '../../../../src/catalogue/course.queries.ts';
import { CategoryPage } from '../../../../src/catalogue/list/category-page.tsx';
import { categoryOf } from '../../../../src/catalogue/list/load-category.ts';
import { preparePage, renderInPage } from '../../../support/in-page.tsx';
import { apiWith, course, today } from '../academy.ts';

const categoryCourses = {
  4: {
    courses: [
      course({ id: 1, course_name: 'Radar Observer', total_fee: 12_000 }),
      course({ id: 2, course_name: 'Tanker Safety', total_fee: 4000 }),
      course({ id: 3, course_name: 'Tanker Fire', total_fee: 9000, batches: [] }),
    ],
    total: 3,
  },
};

async function show(at = '/courses/post-sea-courses') {
  const category = categoryOf('post-sea');
  const page = <CategoryPage category={category} today={today} />;
  const { router } = await renderInPage(page, { api: apiWith({ categoryCourses }), at });
  const form = within(await screen.findByRole('form', { name: 'Filter courses' }));
  return { router, form, person: userEvent.setup({ delay: null }) };
}

const names = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

describe('the filter of a category', () => {
  it('text typed and options chosen in the filter of a category page apply at once and appear in the URL', async () => {
    const { router, form, person } = await show();
    expect(names()).toEqual(['Radar Observer', 'Tanker Safety', 'Tanker Fire']);
    await person.type(form.getByRole('searchbox', { name: 'Search in this category' }), 'tanker');
    await waitFor(() => expect(names()).toEqual(['Tanker Safety', 'Tanker Fire']));
    expect(screen.getByRole('status').textContent).toBe('2 of 3 courses');
    await person.selectOptions(form.getByRole('combobox', { name: 'Sort by', hidden: true }), 'fee-high');
    await waitFor(() => expect(names()).toEqual(['Tanker Fire', 'Tanker Safety']));
    await person.click(form.getByRole('checkbox', { name: 'Seats available', hidden: true }));
    await waitFor(() => expect(names()).toEqual(['Tanker Safety']));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'tanker', seats: 1, sort: 'fee-high' }));
    expect(router.history.length).toBe(1);
  });

  it('a category page applies the filter in the URL that its filter form produces without JavaScript', async () => {
    const { form } = await show('/courses/post-sea-courses?q=tanker&duration=&fee=5000&mode=&sort=');
    expect(names()).toEqual(['Tanker Safety']);
    expect(form.getByRole('searchbox').getAttribute('value')).toBe('tanker');
    expect((form.getByRole('combobox', { name: 'Fee' }) as HTMLSelectElement).value).toBe('5000');
    expect(form.getByRole('button', { name: 'Show courses' }).getAttribute('type')).toBe('submit');
    expect(screen.getByRole('form').getAttribute('action')).toBe('/courses/post-sea-courses');
  });

  it('the filter panel of a category page stays open or closed, as the visitor left it, while the filter changes', async () => {
    const { form, person } = await show();
    const panel = form.getByText('Filter and sort').closest('details') as HTMLDetailsElement;
    expect(panel.open).toBe(false);
    panel.open = true;
    const sort = form.getByRole('combobox', { name: 'Sort by' });
    await person.selectOptions(sort, 'fee');
    await waitFor(() => expect(names()[0]).toBe('Tanker Safety'));
    await person.selectOptions(sort, '');
    await waitFor(() => expect(names()[0]).toBe('Radar Observer'));
    expect(panel.open).toBe(true);
    panel.open = false;
    await person.type(form.getByRole('searchbox'), 'fire');
    await waitFor(() => expect(names()).toEqual(['Tanker Fire']));
    expect(panel.open).toBe(false);
  });

  it('the filter panel of a category page is open when the URL contains a filter or a sort order', async () => {
    const { form } = await show('/courses/post-sea-courses?sort=fee');
    expect(form.getByText('Filter and sort').closest('details')?.open).toBe(true);
  });

  it('the button of the filter panel says how many filters and sort orders are chosen', async () => {
    const { form, person } = await show('/courses/post-sea-courses?q=tanker&sort=fee&seats=1');
    const button = form.getByText('Filter and sort');
    expect(button.tagName).toBe('SUMMARY');
    expect(button.textContent).toBe('Filter and sort2 chosen');
    await person.selectOptions(form.getByRole('combobox', { name: 'Sort by' }), '');
    await waitFor(() => expect(button.textContent).toBe('Filter and sort1 chosen'));
    await person.click(form.getByRole('checkbox'));
    await waitFor(() => expect(button.textContent).toBe('Filter and sort'));
  });

  it('filters typed and chosen on a category page before its scripts ran stay in the form and are applied', async () => {
    const api = apiWith({ categoryCourses });
    const { page, router } = await preparePage(<CategoryPage category={categoryOf('post-sea')} today={today} />, {
      api,
      at: '/courses/post-sea-courses',
      prepare: (client) => client.setQueryData(courseQueries.byCategory(4).queryKey, categoryCourses[4]),
    });
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    const form = within(within(container).getByRole('form', { name: 'Filter courses' }));
    const search = form.getByRole<HTMLInputElement>('searchbox');
    const sort = form.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    search.value = 'tanker';
    sort.value = 'fee-high';
    const root = await act(async () => hydrateRoot(container, page));
    onTestFinished(() => {
      act(() => root.unmount());
      container.remove();
    });
    await waitFor(() => expect(names()).toEqual(['Tanker Fire', 'Tanker Safety']));
    expect([search.value, sort.value]).toEqual(['tanker', 'fee-high']);
    expect(router.state.location.search).toEqual({ q: 'tanker', sort: 'fee-high' });
  });

  it('a category page applies a filter from its URL even if the filter form does not offer that value', async () => {
    const { router } = await show('/courses/post-sea-courses?fee=10000');
    expect(names()).toEqual(['Tanker Safety', 'Tanker Fire']);
    expect(router.state.location.search).toEqual({ fee: 10_000 });
  });

  it('a category page whose filter matches no course says so and offers to show all courses', async () => {
    const { form, router, person } = await show('/courses/post-sea-courses?q=submarine');
    expect(screen.getByText('No courses found matching your search')).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'Show all Post-Sea courses' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect((form.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('after ‘Show all courses’ on a category page, the focus is on the first course, because the pressed link is gone', async () => {
    const { person } = await show('/courses/post-sea-courses?q=submarine');
    screen.getByRole('link', { name: 'Show all Post-Sea courses' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View Course: Radar Observer' })),
    );
  });
});
