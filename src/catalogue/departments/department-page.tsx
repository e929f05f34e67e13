import { useQuery } from '@tanstack/react-query';
import { ContentSkeleton } from '../../content/cms/content-skeleton.tsx';
import { HeroFrame } from '../../content/cms/hero-frame.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { useReloadWhenMissing } from '../missing-page.ts';
import { departmentQueries } from './department.queries.ts';
import { departmentTrail } from './department-head.ts';
import classes from './department-page.module.css';
import type { DepartmentTab } from './department-tab.ts';
import { DepartmentTabs } from './department-tabs.tsx';
import { HeadProfile } from './head-profile.tsx';

/** Page of one department (docs/product.md#departments). */
export function DepartmentPage({ departmentId, tab }: { departmentId: number; tab: DepartmentTab | undefined }) {
  const { data: department } = useQuery(departmentQueries.detail(departmentId));
  useReloadWhenMissing(department === null);
  if (!department) return <ContentSkeleton />;
  const { department_name: name, page_title: title = name, description } = department;
  return (
    <>
      <HeroFrame picture={department.banner_image_url} alt={department.banner_image_alt}>
        <Breadcrumb trail={departmentTrail} here={name} />
        <h1>{title}</h1>
        {description ? <p className={classes.lead}>{description}</p> : null}
      </HeroFrame>
      <Page>
        <div className={`stack single ${classes.sections}`}>
          <HeadProfile head={department.department_head} />
          <DepartmentTabs department={department} tab={tab} />
        </div>
      </Page>
    </>
  );
}
